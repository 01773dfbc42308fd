// The list of moves: in columns, as each game writes them down.
import { html } from "./drawing.js";

/** Show the moves in a list; only what is new is drawn. `item` makes the words of a move. */
export function showMoves(list, board, moves, view, item) {
  list.style.setProperty("--columns", String(board.constructor.columns));
  while (list.children.length > moves.length) list.lastElementChild.remove();
  moves.forEach((move, place) => {
    const old = list.children[place];
    if (old?.dataset.text === move.text) return;
    const drawn = moveItem(board, moves, place, view, item ?? (each => [board.moveText(each)]));
    if (old) old.replaceWith(drawn);
    else list.append(drawn);
  });
  for (const each of list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  list.lastElementChild?.setAttribute("aria-current", "step");
  list.scrollTop = list.scrollHeight;
}

/** One move in its column; the number of its line stands before the first. */
export function moveItem(board, moves, place, view, item) {
  const { column, row, label } = board.cell(place, moves, view);
  const drawn = html("li", { "data-text": moves[place].text, class: "ply" }, label ? html("span", { class: "n" }, label) : null, ...item(moves[place]));
  drawn.style.gridColumn = String(column + 1);
  if (row !== undefined) drawn.style.gridRow = String(row + 1);
  return drawn;
}
