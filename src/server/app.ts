import type { DemoOfSite } from '#contract/page-rendering';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { registerDeclared } from './accounts/sessions/act.ts';
import { registerAccountRoutes } from './accounts/routes.ts';
import { anonymiseAgainJob } from './privacy/anonymisation/anonymise-again.ts';
import { finishAnonymisationJob } from './privacy/anonymisation/finish-anonymisation.ts';
import { removeOldDataJob } from './privacy/retention/remove-old-data.ts';
import { prepareAcademy, readPaperLogo } from './catalogue/appearance/appearance.ts';
import { registerCertificateRoutes } from './certificates/routes.ts';
import { listBackups } from './operations/backups/backup-records.ts';
import { registerCatalogueRoutes } from './catalogue/routes.ts';
import { removeUnusedAttachmentsJob } from './forum/attachments/remove-attachments.ts';
import { indexQuestionsJob, respellQuestionsJob } from './forum/search/index-question.ts';
import { renderPostsJob } from './forum/posts/post-text.ts';
import { registerDiscussionRoutes } from './forum/routes.ts';
import { registerPrivateQuestionRoutes } from './private-questions/routes.ts';
import { recordSecurityLines } from './audit/security-lines.ts';
import { movePendingLinesJob } from './audit/audit-backlog.ts';
import { removeOldAuditLinesJob } from './audit/remove-old-lines.ts';
import { foldNamesJob } from './accounts/fold-names.ts';
import { hashCalendarsJob } from './accounts/own-account/calendar-links.ts';
import { endCalendarsAgainJob, recordEndedLinkJob } from './accounts/own-account/ended-calendars.ts';
import { removeExpiredJob } from './accounts/remove-expired.ts';
import { forgetOldKeysJob } from './platform/database/make-once.ts';
import { publishPlannedJob } from './notices/announcements/planned-announcements.ts';
import { notifyDecidersJob } from './marking/reviews/review-deciders.ts';
import { renderMarksJob } from './marking/mark-submission.ts';
import { removeExpiredUploadsJob } from './submissions/uploads/upload-rows.ts';
import { sendDailyMailsJob } from './progress/daily-mails/daily-mails.ts';
import { dueMailQueue } from './notices/mails/due-mail-queue.ts';
import { removeOldNoticesJob } from './notices/remove-notices.ts';
import { registerNoticeRoutes } from './notices/routes.ts';
import { panel } from './examiners/policy.ts';
import { registerExaminerRoutes } from './examiners/routes.ts';
import type { AppContext } from './platform/context.ts';
import { registerNotFoundCalls } from './platform/http/error-handler.ts';
import type { PageBuild } from './frame/page-build.ts';
import { takePolicyReports } from './platform/http/policy-reports.ts';
import { registerHealth } from './platform/http/register-health.ts';
import { serveSecurityTxt } from './frame/app-files.ts';
import { makeServer } from './platform/http/server.ts';
import { listedMail } from './platform/settings/settings.ts';
import type { BodyLimits } from './platform/http/limits/slow-bodies.ts';
import { registerMetrics } from './platform/metrics/register-metrics.ts';
import { traceMail, traceRequests } from './platform/tracing/traced-calls.ts';
import { logDamage } from './platform/database/damage-watch.ts';
import { closeRenderer } from './platform/markdown/markdown-html.ts';
import { watchWrites } from './platform/watch-writes.ts';
import type { AnyJob } from './platform/jobs/job.ts';
import { jobQueue } from './platform/jobs/job-queue.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { mailQueue } from './platform/mail/mail-queue.ts';
import { redactSentMailJob } from './platform/mail/erase-mails.ts';
import { makeSmtpSender } from './platform/mail/smtp-sender.ts';
import { registerOperationRoutes } from './operations/office.ts';
import { serveCatalogueFiles } from './projects/catalogue-files.ts';
import { projectReads } from './projects/read-projects.ts';
import { vivaBankCalls } from './projects/viva-bank/bank-calls.ts';
import { registerPrivacyRoutes } from './privacy/routes.ts';
import { prepareSampleRemoval } from './catalogue/sample/remove-sample.ts';
import { ownSelectionCalls } from './selections/own-selection.ts';
import { selectionActs } from './selections/select-project.ts';
import { servePages } from './frame/serve-pages.ts';
import { confirmHolder } from './people/confirm-account.ts';
import { noteSilentStudentsJob } from './progress/staff-notes.ts';
import { registerMarkingRoutes } from './marking/routes.ts';
import { registerProgressRoutes } from './progress/routes.ts';
import { readResults } from './results/results-of.ts';
import { registerResultRoutes } from './results/routes.ts';
import { sendInvitationsJob } from './people/invitations/invite.ts';
import { removeOldImportsJob } from './people/imports/remove-old-imports.ts';
import { registerImportRoutes } from './people/imports/routes.ts';
import { listEarlierJob } from './people/expected/list-earlier.ts';
import { unlistAccountsJob } from './people/expected/unlist-accounts.ts';
import { registerPeopleRoutes } from './people/routes.ts';
import { afterVivaReview, issuedRecord } from './viva-hour/record-calls.ts';
import { registerHourRoutes } from './viva-hour/routes.ts';
import { releaseOffersJob } from './viva-requests/release-offers.ts';
import { registerVivaRequestRoutes } from './viva-requests/routes.ts';
import { isMarkedByTwo, wantsTwoMarkers } from './viva-hour/final/final-rows.ts';
import { openPanelOf } from './viva-hour/present-hour.ts';
import { vivaHours } from './viva-requests/viva-hours.ts';
import { registerVivaRoutes } from './vivas/routes.ts';
import { registerSubmissionRoutes } from './submissions/routes.ts';

type AppOptions = {
  logger?: FastifyServerOptions['logger'];
  /** The built web; null for the API only. */
  pages?: PageBuild | null;
  bodies?: BodyLimits;
};

/** Builds the portal's server; it does not listen yet. */
export async function buildApp(context: AppContext, options: AppOptions = {}): Promise<FastifyInstance> {
  const server = await makeServer(context, options.logger, options.bodies);

  if (context.tracing !== null) traceRequests(server, context.tracing);
  await registerMetrics(server, context);
  recordSecurityLines(server, context);
  registerHealth(server, context);
  takePolicyReports(server, context);
  serveSecurityTxt(server, context);
  registerAccountRoutes(server, context, confirmHolder, prepareSampleRemoval, prepareAcademy);
  registerNoticeRoutes(server, context);
  registerDeclared(server, context, [
    ...projectReads,
    ...vivaBankCalls,
    ...ownSelectionCalls,
    ...selectionActs,
  ]);
  serveCatalogueFiles(server, context.database);
  registerSubmissionRoutes(server, context, panel);
  registerDiscussionRoutes(server, context);
  registerPrivateQuestionRoutes(server, context);
  registerMarkingRoutes(server, context, {
    afterReview: afterVivaReview,
    openPanelOf,
    isMarkedByTwo,
    wantsTwoMarkers,
  });
  registerProgressRoutes(server, context, readResults, vivaHours);
  registerResultRoutes(server, context);
  registerPeopleRoutes(server, context);
  registerCertificateRoutes(server, context, { readLogo: readPaperLogo, issuedRecord });
  registerVivaRoutes(server, context);
  registerVivaRequestRoutes(server, context);
  registerExaminerRoutes(server, context);
  registerHourRoutes(server, context);
  registerCatalogueRoutes(server, context);
  registerOperationRoutes(server, context);
  registerImportRoutes(server, context);
  registerPrivacyRoutes(server, context, listBackups);
  registerNotFoundCalls(server);
  const watching = watchWrites(context);
  logDamage(context.database, server.log);
  server.addHook('onClose', async () => watching.stop());
  server.addHook('onClose', closeRenderer);
  const demo = await addDemo(server, context);
  workInBackground(server, context, demo.jobs);
  await servePages(server, context, options.pages, demo.site);
  return server;
}

/** Other portals do not even load it. */
async function addDemo(
  server: FastifyInstance,
  context: AppContext,
): Promise<{ jobs: AnyJob[]; site: DemoOfSite | undefined }> {
  const { settings } = context;
  if (settings.demo === null) return { jobs: [], site: undefined };
  const { demoOfSite, registerDemoRoutes } = await import('./demo/routes.ts');
  const { demoJobs } = await import('./demo/reset-demo.ts');
  registerDemoRoutes(server, context);
  return { jobs: demoJobs(settings), site: demoOfSite(settings) };
}

/** What the background does; tests run it without a worker. */
export const jobs: readonly AnyJob[] = [
  redactSentMailJob,
  forgetOldKeysJob,
  removeExpiredJob,
  removeExpiredUploadsJob,
  removeUnusedAttachmentsJob,
  noteSilentStudentsJob,
  removeOldNoticesJob,
  removeOldAuditLinesJob,
  movePendingLinesJob,
  sendDailyMailsJob,
  removeOldImportsJob,
  sendInvitationsJob,
  finishAnonymisationJob,
  anonymiseAgainJob,
  removeOldDataJob,
  indexQuestionsJob,
  respellQuestionsJob,
  publishPlannedJob,
  renderMarksJob,
  notifyDecidersJob,
  renderPostsJob,
  foldNamesJob,
  listEarlierJob,
  unlistAccountsJob,
  hashCalendarsJob,
  recordEndedLinkJob,
  endCalendarsAgainJob,
  releaseOffersJob,
];

/** Runs jobs and sends mail while the server listens; without SMTP_URL mail stays in the database. */
function workInBackground(server: FastifyInstance, context: AppContext, further: readonly AnyJob[]): void {
  const { settings, lifecycle } = context;
  const { smtpUrl } = settings;
  const queues = [jobQueue(context, [...jobs, ...further]), dueMailQueue(context)];
  if (smtpUrl !== null && smtpUrl !== listedMail) {
    const send = makeSmtpSender(settings, smtpUrl);
    queues.push(mailQueue(context, traceMail(context.tracing, send)));
  }
  let worker: ReturnType<typeof startWorker> | undefined;
  const stop = async (): Promise<void> => worker?.stop();
  server.addHook('onListen', async () => {
    worker = startWorker(context, queues);
    lifecycle.stopping.addEventListener('abort', stop);
  });
  // No new claims while requests finish.
  server.addHook('preClose', async () => void stop());
  server.addHook('onClose', stop);
}
