// Codes of failures that readers of a run tell apart.

/** INT-5: a cancel took the answer away that the job waited for. Nothing of its own went wrong. */
export const CUT_OFF = 'cut_off_by_cancel';
