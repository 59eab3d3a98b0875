import { minuteMs } from '#contract/durations';
import { periodicJob } from '../platform/jobs/job.ts';
import { releaseLapsed } from '../vivas/offer-rows.ts';

/** Whoever places a viva releases them, too; this is for what others read. */
export const releaseOffersJob = periodicJob('release-viva-offers', 5 * minuteMs, ({ database, clock }) =>
  database.nonDurableTransaction((writer) => releaseLapsed(writer, clock.now())),
);
