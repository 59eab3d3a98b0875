import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import * as calls from '#contract/people/import-calls';
import { administrator } from '../../accounts/policy.ts';
import { read } from '../../accounts/sessions/act.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { type HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { acquireUploadSlot } from '../../platform/http/limits/upload-slot.ts';
import { importDetails } from './read-import.ts';

/** @throws 400 without a file */
async function fileOf(request: FastifyRequest) {
  const limits = { files: 1, fields: 5, parts: 8, fieldSize: 1_000, fileSize: Infinity, headerPairs: 50 };
  try {
    const part = await request.file({ limits, throwFileSizeLimit: false });
    if (part !== undefined && part.filename !== '') return part;
  } catch (cause) {
    throw Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });
  }
  throw httpErrors.badRequest('Choose a spreadsheet: CSV or XLSX.');
}

/** A field before the file. Without one, as from version 1.0.0, the first sheet is read. */
function sheetOf({ fields: { sheet } }: MultipartFile): string | null {
  const value = sheet !== undefined && 'value' in sheet ? sheet.value : null;
  return typeof value === 'string' ? value : null;
}

/** Its server reads forms of files. */
export const uploadImport = read(calls.uploadImport, {
  who: administrator,
  async run({ context, resource: viewer, request }) {
    let evicted: HttpError | null = null;
    let arriving: MultipartFile['file'] | undefined;
    const evict = (refusal: HttpError) => {
      evicted = refusal;
      arriving?.destroy(refusal);
    };
    const release = await acquireUploadSlot(context, request, { account: viewer.accountId, evict });
    try {
      const part = await fileOf(request);
      arriving = part.file;
      const fileName = cleanFileName(part.filename);
      const { readImportFile } = await import('./read-import-file.ts');
      const sheet = sheetOf(part);
      const upload = { bytes: part.file, fileName, sheet, madeBy: viewer.accountId };
      const id = await readImportFile(context, upload);
      return await importDetails(context.database.reader, String(id));
    } catch (error) {
      throw evicted ?? error;
    } finally {
      release();
    }
  },
});
