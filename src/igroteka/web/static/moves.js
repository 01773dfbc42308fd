// The list of moves: in columns, as each game writes them down.
import { html } from "./drawing.js";
import { nameOf } from "./seats.js";

/** Show the moves in a list; only what is new is drawn. */
export function showMoves(list, board, { moves, view, seats }) {
  list.style.setProperty("--columns", String(board.constructor.columns));
  while (list.children.length > moves.length) list.lastElementChild.remove();
  moves.forEach((move, place) => {
    const old = list.children[place];
    if (old?.dataset.text === move.text) return;
    const drawn = moveItem(board, { moves, view, seats }, place, [board.moveText(move)]);
    if (old) old.replaceWith(drawn);
    else list.append(drawn);
  });
  for (const each of list.querySelectorAll("[aria-current]")) each.removeAttribute("aria-current");
  list.lastElementChild?.setAttribute("aria-current", "step");
  list.scrollTop = list.scrollHeight;
}

/** One move in its column, with who made it; the number of its line stands before the first. */
export function moveItem(board, { moves, view, seats }, place, words) {
  const move = moves[place];
  const { column, row, label } = board.cell(place, moves, view);
  const drawn = html("li", { "data-text": move.text, class: "ply" }, label ? html("span", { class: "n" }, label) : null, whose(board, move, view, seats), ...words);
  drawn.style.gridColumn = String(column + 1);
  if (row !== undefined) drawn.style.gridRow = String(row + 1);
  return drawn;
}

// Where the column does not show who has moved, it is written; otherwise it is only read out.
function whose(board, move, view, seats) {
  const hand = board.handOf(move, view), { named } = board.constructor;
  return seats[hand] ? html("span", { class: named ? "whose" : "vh" }, `${named ? nameOf(hand, seats) : seats[hand].title} `) : null;
}
