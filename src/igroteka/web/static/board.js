// What a table's page, and a look back, ask of a game's board. A game's own script exports a class `Board`
// that extends this one, and says in it what is its own; `draw` is the only part that it must have.
import { nameOf } from "./seats.js";
import { say } from "./words.js";

/**
 * @typedef {{ text: string, words: string }} Action
 * @typedef {{ text: string, seat: number, explanation?: string }} Move
 * @typedef {{ seat: number, title: string, player: string | null, bot: boolean, yours: boolean, present: boolean,
 *   face?: string | null, strength?: number | null, rank?: string | null, clock: number | null,
 *   hints: number | null, take_backs: number | null }} Seat
 * @typedef {{ table: any, seats: Seat[], view: any, text: string, actions: Action[], moves: Move[],
 *   result: any, notices?: string[], sitting?: any, after?: number }} Seen what a visitor may see now
 * @typedef {{ played?: string, better?: string, reply?: string[], places?: string[], before?: any }} Marks
 */

export class Board {
  /** How the page is laid out: a square `board` with the players beside it, a `cloth` with facts beside it,
      or a cloth that is the `page`. On a cloth the board draws the players itself. */
  static layout = "board";

  /** How many columns the list of moves has, apart from its numbers. */
  static columns = 2;

  /** Whether the list of moves says who has moved, because its columns do not. */
  static named = false;

  /** Whether what an adviser thinks of moves are chances to win; otherwise they are told in sentences alone. */
  static chances = true;

  /** Whose chances the course of a game shows, as its title: those of the first seat. @param {Seat[]} seats */
  static courseTitle(seats) {
    return say("Chances of {name}", { name: nameOf(0, seats) });
  }

  /** The seat from which a look back is shown. */
  static viewpoint = 0;

  /** A view with everything open, from the views of all seats; `viewpoint` is the seat to look from. */
  static open(views, viewpoint) {
    return views[viewpoint];
  }

  /**
   * @param {HTMLElement} root where to draw
   * @param {(action: string, more?: object) => void} play what to do with an action that was chosen
   */
  constructor(root, play) {
    this.root = root;
    this.play = play;
  }

  /** Draw what is seen. What was drawn before is still there, so that things can move from where they were.
      @param {Seen} seen */
  draw(seen) {
    throw new Error(`no board for ${seen.table.game}`);
  }

  /** An action that was played is refused: forget it. The page draws the last picture again. */
  refused() {}

  /** Show what a hint speaks of, or what a look back says of a move: what was played, what was better and how
      it would be answered, or only places to look at; `before` is the view in which the move was chosen, if it
      is not the one that is shown. It lasts until the next picture.
      @param {Marks} marks */
  mark(marks) {
    void marks;
  }

  /** Whether this picture stays for a while before the next one is shown, like a full trick.
      @param {Seen} seen @param {Seen | null} before */
  rests(seen, before) {
    void seen, before;
    return false;
  }

  /** How a move is written in the list and in sentences. @param {Move} move */
  moveText(move) {
    return move.text;
  }

  /** The seat that a move belongs to, where that is not who decided it. @param {Move} move @param {any} view */
  handOf(move, view) {
    void view;
    return move.seat;
  }

  /** A move with its number, as the title of what is said of it. @param {number} place @param {Move[]} moves @param {any} view */
  moveTitle(place, moves, view) {
    const number = this.cell(place, moves, view).label || (place ? this.cell(place - 1, moves, view).label : "");
    return `${number ? `${number}. ` : ""}${this.moveText(moves[place])}`;
  }

  /** The column of a move in the list, from 0, and the number that stands before its line, if it opens one;
      the row, from 0, where moves do not follow each other column by column.
      @param {number} place @param {Move[]} moves @param {any} view
      @returns {{ column: number, label: string, row?: number }} */
  cell(place, moves, view) {
    void view;
    const { seat } = moves[place];
    const first = moves[0].seat;
    if (seat < 0) return { column: 0, label: "" };
    const column = seat === 0 ? 0 : 1;
    const number = Math.floor((place + (first === 0 ? 0 : 1)) / 2) + 1;
    return { column, label: column === 0 || place === 0 ? String(number) : "" };
  }

  /** The seat that is drawn below. @param {Seen} seen */
  below(seen) {
    return seen.table.yours.length === 1 ? seen.table.yours[0] : 0;
  }

  /** What a seat has won so far, as an element beside its name, or nothing.
      @param {number} seat @param {Seen} seen @returns {Element | null} */
  taken(seat, seen) {
    void seat, seen;
    return null;
  }

  /** What the page shows beside the cloth, as elements. @param {Seen} seen @returns {Element[]} */
  facts(seen) {
    void seen;
    return [];
  }

  /** What can be asked for beside what every table has, as buttons. @param {Seen} seen @returns {Element[]} */
  acts(seen) {
    void seen;
    return [];
  }

  /** What has just happened and is not seen on the board, in a sentence. @param {Seen} seen */
  news(seen) {
    void seen;
    return "";
  }

  /** What a seat is about to do, in a sentence, where "is to move" would be the wrong word.
      @param {number} seat @param {Seen} seen */
  doing(seat, seen) {
    void seat, seen;
    return "";
  }

  /** What the house has to say of a game that is over, as elements for beside the board: what the game calls its
      afterword and how others did with the same deal; null while it is not known or not to be shown. The board is
      drawn after it. @param {{ said: any, others: { game: number, players: string, scores: number[] }[] } | null} after
      @returns {Element[]} */
  afterword(after) {
    void after;
    return [];
  }

  /** How the game ended, where the house has no words for it. @param {any} view */
  resultWords(view) {
    void view;
    return "";
  }

  /** Whether the board can be turned around; one that can has `turnAround()`. */
  get turns() {
    return false;
  }

  turnAround() {}
}
