/** Raised by triggers where two mark a final project and have not confirmed its mark; `toHttpError` answers 409. */
export const finalMarksRefusal = 'final_marks_are_open';
