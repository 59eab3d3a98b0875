/** Raised by triggers where a change would touch a frozen result; `toHttpError` answers 409. */
export const frozenRefusal = 'result_is_frozen';
