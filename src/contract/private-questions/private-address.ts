const screen = (batch: string): string => `/discussion/${encodeURIComponent(batch)}/mentors`;

/** The screen of private questions, or one of them on it. */
export const privateAddress = (batch: string, id?: string): string =>
  id === undefined ? screen(batch) : `${screen(batch)}?question=${encodeURIComponent(id)}`;
