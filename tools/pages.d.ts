// What a page holds is known to its template and not to the checker: what is found in it may be of any kind.
interface Document {
  getElementById(id: string): any;
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
  readonly activeElement: any;
}
interface Element {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
  closest(selectors: string): any;
}
interface Event {
  readonly target: any;
  readonly currentTarget: any;
  /** Of a `CustomEvent`. */
  readonly detail: any;
}
interface EventTarget {
  /** Of an `Element`, which the target of an event in a page is. */
  closest(selectors: string): any;
  readonly dataset: DOMStringMap;
  textContent: string | null;
}
