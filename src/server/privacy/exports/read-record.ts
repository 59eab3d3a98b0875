import * as calls from '#contract/privacy/calls';
import { self } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { writeZip } from '../../platform/write-zip.ts';
import { recordEntries } from './record-entries.ts';
import { sendZip } from './record-slot.ts';

export const readRecord = read(calls.readRecord, {
  who: self,
  takesLong: true,
  run({ context, resource, request, reply }) {
    const { accountId: account } = resource;
    const disposition = 'attachment; filename="my-record.zip"';
    const zip = { limiter: context.recordLimiter, disposition, account, request, reply };
    return sendZip(zip, undefined, (onFailure) => writeZip(recordEntries(context, resource), onFailure));
  },
});
