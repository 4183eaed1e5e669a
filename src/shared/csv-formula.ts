/**
 * Pattern of a cell that a spreadsheet would run: it begins like a formula (also in full-width signs, or after a tab or
 * a new line). A plain negative number is none. Every CSV text of the program escapes what matches.
 */
export const FORMULA_LIKE = /^(?:[=+@\t\r\n＝＋－＠]|-(?!\d+(?:\.\d+)?$))/;
