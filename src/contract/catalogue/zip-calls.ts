import { z } from 'zod';
import { bytes, endpoint, errorBody } from '../wire/endpoint.ts';

const importFault = z.object({ file: z.string(), line: z.number(), column: z.number(), message: z.string() });
const catalogueImport = z.object({
  /** False for dry runs and errors. */
  imported: z.boolean(),
  faults: z.array(importFault),
  parts: z.array(
    z.object({ noun: z.string(), added: z.number(), changed: z.number(), unchanged: z.number() }),
  ),
  /** At most 500. */
  changes: z.array(
    z.object({ kind: z.enum(['added', 'changed']), what: z.string(), fields: z.array(z.string()) }),
  ),
});
export type CatalogueImport = z.infer<typeof catalogueImport>;

export const importCatalogue = endpoint('POST', '/api/staff/catalogue/import', {
  summary:
    'Import a ZIP in the format of the export, whole or not at all; `dry_run` only reports changes. Other files are ignored',
  multipart: true,
  takesIdempotencyKey: true,
  body: z.object({ dry_run: z.string().optional() }),
  answers: { 200: catalogueImport, 401: errorBody, 409: errorBody, 413: errorBody, 415: errorBody },
});

export const exportCatalogue = endpoint('GET', '/api/staff/catalogue/export', {
  summary: 'The catalogue as a ZIP of the files that an import reads',
  media: 'application/zip',
  answers: { 200: bytes, 401: errorBody },
});
