export const noPublicUrl =
  'Invitations cannot be printed or sent yet, because the portal does not know its own web address. Ask the operator of the server to set PUBLIC_URL.';
