export const academyLoginPath = '/login/academy';
/** The identity provider redirects here. */
export const academyCallbackPath = '/login/academy/callback';
