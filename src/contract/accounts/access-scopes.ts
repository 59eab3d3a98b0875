/** What an access token may do; a call that names none is closed to tokens. */
export const accessScopes = ['batch:read', 'people:import'] as const;
export type AccessScope = (typeof accessScopes)[number];
