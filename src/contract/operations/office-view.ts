/** The steps of setting the portal up, in the order in which an office takes them. */
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
