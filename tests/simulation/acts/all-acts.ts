import { accountActs } from './accounts.ts';
import type { Act } from './act.ts';
import { choosingActs } from './choosing.ts';
import { happenings } from './happenings.ts';
import { invitationActs } from './invitations.ts';
import { markingActs } from './marking.ts';
import { officeActs } from './office.ts';
import { planningActs } from './planning.ts';
import { repeatAct } from './repeat.ts';
import { submittingActs } from './submitting.ts';
import { talkingActs } from './talking.ts';
import { tokenActs } from './tokens.ts';
import { vivaActs } from './viva.ts';

export const allActs: readonly Act[] = [
  ...accountActs,
  ...choosingActs,
  ...submittingActs,
  ...markingActs,
  ...talkingActs,
  ...officeActs,
  ...planningActs,
  ...vivaActs,
  ...tokenActs,
  ...invitationActs,
  repeatAct,
  ...happenings,
];
