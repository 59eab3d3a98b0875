import * as accounts from '../accounts/calls.ts';
import * as consent from '../accounts/consent-calls.ts';
import * as announcements from '../notices/announcement-calls.ts';
import * as attachments from '../forum/attachment-calls.ts';
import * as audit from '../privacy/audit-calls.ts';
import * as batchProgress from '../progress/calls.ts';
import * as catalogue from '../catalogue/calls.ts';
import * as briefs from '../projects/brief-calls.ts';
import * as face from '../catalogue/face-calls.ts';
import * as discussions from '../forum/calls.ts';
import type { Endpoint } from './endpoint.ts';
import * as intake from '../people/intake-calls.ts';
import * as invitations from '../people/invitation-calls.ts';
import * as marking from '../marking/calls.ts';
import * as markSheets from '../marking/mark-sheet-calls.ts';
import * as mentions from '../forum/mention-calls.ts';
import * as moderation from '../forum/moderation-calls.ts';
import * as notices from '../notices/calls.ts';
import * as ownAccount from '../accounts/own-account-calls.ts';
import * as people from '../people/calls.ts';
import * as privacy from '../privacy/calls.ts';
import * as privateQuestions from '../private-questions/calls.ts';
import * as phrases from '../marking/phrase-calls.ts';
import * as operations from '../operations/calls.ts';
import * as previews from '../marking/preview-calls.ts';
import * as projects from '../projects/calls.ts';
import * as receipts from '../submissions/receipt-calls.ts';
import * as releases from '../marking/release-calls.ts';
import * as schedules from '../progress/schedule-calls.ts';
import * as rubrics from '../projects/rubric-calls.ts';
import * as secondFactor from '../accounts/second-factor-calls.ts';
import * as secondLooks from '../submissions/second-look-calls.ts';
import * as selections from '../selections/calls.ts';
import * as staffMembers from '../people/staff-member-calls.ts';
import * as staffStudents from '../progress/student-calls.ts';
import * as submissions from '../submissions/calls.ts';
import * as unread from '../forum/unread-calls.ts';
import * as uploads from '../submissions/upload-calls.ts';

type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

function endpointsOf<Module extends Record<string, unknown>>(module: Module): EndpointsOf<Module> {
  const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value;
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => isEndpoint(value)),
  ) as EndpointsOf<Module>;
}

/** By name. Browsers import types only, and `paths.ts`. */
export const endpoints = {
  ...endpointsOf(accounts),
  ...endpointsOf(consent),
  ...endpointsOf(ownAccount),
  ...endpointsOf(notices),
  ...endpointsOf(secondFactor),
  ...endpointsOf(catalogue),
  ...endpointsOf(face),
  ...endpointsOf(projects),
  ...endpointsOf(briefs),
  ...endpointsOf(selections),
  ...endpointsOf(submissions),
  ...endpointsOf(uploads),
  ...endpointsOf(previews),
  ...endpointsOf(receipts),
  ...endpointsOf(discussions),
  ...endpointsOf(unread),
  ...endpointsOf(mentions),
  ...endpointsOf(attachments),
  ...endpointsOf(moderation),
  ...endpointsOf(privateQuestions),
  ...endpointsOf(secondLooks),
  ...endpointsOf(marking),
  ...endpointsOf(markSheets),
  ...endpointsOf(releases),
  ...endpointsOf(batchProgress),
  ...endpointsOf(staffStudents),
  ...endpointsOf(announcements),
  ...endpointsOf(schedules),
  ...endpointsOf(rubrics),
  ...endpointsOf(people),
  ...endpointsOf(staffMembers),
  ...endpointsOf(phrases),
  ...endpointsOf(intake),
  ...endpointsOf(invitations),
  ...endpointsOf(audit),
  ...endpointsOf(privacy),
  ...endpointsOf(operations),
};

export type EndpointName = keyof typeof endpoints;
