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
