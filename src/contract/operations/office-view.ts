/** In the office's order. */
export const officeSteps = [
  'address',
  'mail',
  'course',
  'batch',
  'project',
  'list',
  'invitations',
  'backup',
] as const;
export type OfficeStep = (typeof officeSteps)[number];

export const officePath = '/staff/office';

/** The newest lines of the audit log that the home groups. */
export const readEvents = 30;
