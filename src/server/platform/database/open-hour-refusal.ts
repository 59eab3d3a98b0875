/** Raised by triggers where a viva's panel has not confirmed its outcome; `toHttpError` answers 409. */
export const openHourRefusal = 'viva_hour_is_open';
