import { makeZip } from '#support/make-zip';
import type { Role } from '../../api/fuzz/values.ts';
import type { File } from './requests.ts';
import { shapes } from './shapes.ts';

/** By call: who sends a file, in which field, and with what endings it is read. */
export const fileRows: Readonly<
  Record<
    string,
    {
      as: Role;
      field: string;
      endings: readonly string[];
      beside?: Record<string, string>;
      params?: Record<string, string>;
    }
  >
> = {
  uploadWeek: { as: 'student', field: 'files', endings: ['csv', 'zip'], beside: { selectedWeek: '1' } },
  uploadProject: { as: 'student', field: 'files', endings: ['txt'] },
  uploadViva: { as: 'student', field: 'files', endings: ['txt'], beside: { comments: 'Done.' } },
  attachFile: { as: 'student', field: 'file', endings: ['txt'] },
  uploadImport: { as: 'administrator', field: 'file', endings: ['csv', 'xlsx'] },
  importCatalogue: { as: 'administrator', field: 'file', endings: ['zip'], beside: { dry_run: 'yes' } },
  putCatalogueFile: {
    as: 'administrator',
    field: 'file',
    endings: ['svg', 'txt'],
    params: { folder: 'documents', name: 'one.txt' },
  },
  putLogo: { as: 'administrator', field: 'file', endings: ['svg'] },
  putSetUpLogo: { as: 'nobody', field: 'file', endings: ['svg'], beside: { token: 'unknown' } },
  putBackground: { as: 'administrator', field: 'file', endings: ['txt'], beside: { kind: 'certificate' } },
};

const bytes = 60_000;

/** Its text has the shape, or the names of what it packs; so has its own name. */
export function hostileFile(shape: string, ending: string, share: number): File {
  const textOf = shapes[shape] as (length: number) => string;
  const text = Buffer.from(textOf(bytes))
    .subarray(0, bytes * share)
    .toString();
  const name = `${textOf(2_000 * share).replaceAll(/["\r\n]/g, '')}.${ending}`;
  if (ending === 'svg')
    return { name, bytes: `<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>` };
  if (ending === 'csv') return { name, bytes: `email,marks\n${text}` };
  if (ending !== 'zip' && ending !== 'xlsx') return { name, bytes: text };
  return { name, bytes: makeZip([{ name: `documents/${text}` }, { name: `${text}.txt`, data: text }]) };
}
