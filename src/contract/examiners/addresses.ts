/** The papers of a student for the panel. */
export const vivaAddress = (s_id: string): string => `/staff/vivas/${encodeURIComponent(s_id)}`;
export const ownVivasAddress = '/staff/vivas';
