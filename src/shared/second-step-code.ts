/** Number of recovery codes made at a time. */
export const RECOVERY_CODES = 10;

/** Longest way to type one: sixteen letters with spaces or hyphens between, and some room around them. */
export const LONGEST_SECOND_STEP = 24;

/** The order in which Apple names modifiers, however they are written. */
export const SECOND_STEP_CODE = /^(?:\d{6}|[A-Za-z2-9]{4}(?:[- ]?[A-Za-z2-9]{4}){3})$/;
