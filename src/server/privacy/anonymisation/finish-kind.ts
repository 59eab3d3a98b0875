/** The job that follows an anonymisation; its payload is `{ account }`. */
export const finishKind = { kind: 'finish-anonymisation' };
