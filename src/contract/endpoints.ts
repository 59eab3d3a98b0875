import * as accounts from './accounts.ts';
import * as announcements from './announcements.ts';
import * as attachments from './attachments.ts';
import * as audit from './audit.ts';
import * as batchProgress from './batch-progress.ts';
import * as batches from './batches.ts';
import * as briefs from './briefs.ts';
import * as catalogue from './catalogue.ts';
import * as dataExports from './data-exports.ts';
import * as discussions from './discussions.ts';
import type { Endpoint } from './endpoint.ts';
import * as intake from './intake.ts';
import * as invitations from './invitations.ts';
import * as markingDesk from './marking-desk.ts';
import * as mentions from './mentions.ts';
import * as moderation from './moderation.ts';
import * as notices from './notices.ts';
import * as ownAccount from './own-account.ts';
import * as people from './people.ts';
import * as personData from './person-data.ts';
import * as phrases from './phrases.ts';
import * as platform from './platform.ts';
import * as portalChecks from './portal-checks.ts';
import * as postReports from './post-reports.ts';
import * as previews from './previews.ts';
import * as projects from './projects.ts';
import * as receipts from './receipts.ts';
import * as releases from './releases.ts';
import * as schedules from './schedules.ts';
import * as sample from './sample.ts';
import * as rubrics from './rubrics.ts';
import * as secondFactor from './second-factor.ts';
import * as secondLooks from './second-looks.ts';
import * as selections from './selections.ts';
import * as staff from './staff.ts';
import * as staffMembers from './staff-members.ts';
import * as staffStudents from './staff-students.ts';
import * as submissions from './submissions.ts';
import * as unread from './unread.ts';
import * as uploads from './uploads.ts';

/** The endpoints among what a contract file exports; the rest are schemas and their types. */
type EndpointsOf<Module> = {
  [Name in keyof Module as Module[Name] extends Endpoint ? Name : never]: Module[Name];
};

function endpointsOf<Module extends Record<string, unknown>>(module: Module): EndpointsOf<Module> {
  const isEndpoint = (value: unknown) => typeof value === 'object' && value !== null && 'method' in value;
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) => isEndpoint(value)),
  ) as EndpointsOf<Module>;
}

/**
 * Every call of the wire, by the name under which its capability's contract file exports it. Browsers import its types
 * only: the schemas stay on the server, and `paths.ts` carries the addresses.
 */
export const endpoints = {
  ...endpointsOf(accounts),
  ...endpointsOf(ownAccount),
  ...endpointsOf(notices),
  ...endpointsOf(secondFactor),
  ...endpointsOf(batches),
  ...endpointsOf(projects),
  ...endpointsOf(briefs),
  ...endpointsOf(selections),
  ...endpointsOf(submissions),
  ...endpointsOf(previews),
  ...endpointsOf(uploads),
  ...endpointsOf(dataExports),
  ...endpointsOf(receipts),
  ...endpointsOf(discussions),
  ...endpointsOf(unread),
  ...endpointsOf(mentions),
  ...endpointsOf(attachments),
  ...endpointsOf(postReports),
  ...endpointsOf(moderation),
  ...endpointsOf(secondLooks),
  ...endpointsOf(staff),
  ...endpointsOf(sample),
  ...endpointsOf(markingDesk),
  ...endpointsOf(releases),
  ...endpointsOf(batchProgress),
  ...endpointsOf(staffStudents),
  ...endpointsOf(announcements),
  ...endpointsOf(schedules),
  ...endpointsOf(rubrics),
  ...endpointsOf(people),
  ...endpointsOf(staffMembers),
  ...endpointsOf(phrases),
  ...endpointsOf(catalogue),
  ...endpointsOf(portalChecks),
  ...endpointsOf(intake),
  ...endpointsOf(invitations),
  ...endpointsOf(audit),
  ...endpointsOf(personData),
  ...endpointsOf(platform),
};

export type EndpointName = keyof typeof endpoints;
