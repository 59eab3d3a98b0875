/** Where a student confirms the line of the name. */
export const certificateNamePath = '/certificate-name';
