import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/people/intake-calls';
import type { AppContext } from '../../platform/context.ts';
import { type HttpError, httpErrors } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import { administrator } from '../../accounts/policy.ts';
import { makeRegistrar } from '../../accounts/sessions/register-endpoint.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { acquireUploadSlot } from '../../platform/http/limits/upload-slot.ts';
import { checkIntake } from './check-intake.ts';
import { importIntake } from './import-intake.ts';
import { registerInvitationRoutes } from '../invitations/invitation-routes.ts';
import { listRows } from './list-rows.ts';
import { correctRows } from './correct-rows.ts';
import { hasScores, intakeById, type IntakeRecord, linesAfter, newestIntakes } from './queries.ts';
import { isoInstant, instantOrNull } from '#contract/dates';
import type { Intake, IntakeDetails } from '#contract/people/intake-calls';
import { type IntakeField, numberToType } from '#contract/people/intake-fields';
import { shownName } from '#contract/accounts/person-name';
import { type SheetCell, shownText } from '../../platform/sheets/sheet-cell.ts';

export function presentIntake(row: IntakeRecord): Intake {
  return {
    id: String(row.id),
    file: row.file_name,
    by: row.maker === null ? '' : shownName(row.maker),
    made_at: isoInstant(row.made_at),
    state: row.state === 'reading' ? 'read' : row.state,
    imported_at: instantOrNull(row.imported_at),
    rows: row.row_count,
    counts: {
      new: row.new_count,
      changed: row.changed_count,
      unchanged: row.unchanged_count,
      wrong: row.wrong_count,
    },
  };
}

export function presentDetails(
  row: IntakeRecord,
  samples: readonly (readonly SheetCell[])[],
  hasScores: boolean,
): IntakeDetails {
  const headings = JSON.parse(row.headings) as string[];
  return {
    ...presentIntake(row),
    headings,
    samples: samples.map((cells) => headings.map((_, index) => shownText(cells[index]))),
    columns: JSON.parse(row.columns) as (IntakeField | null)[],
    remembered: row.is_remembered === 1,
    people_there: row.people_there,
    must_type:
      row.state === 'checked' ? numberToType({ changed: row.changed_count, there: row.people_there }) : null,
    has_scores: hasScores,
  };
}

const newest = 20;
const sampleRows = 5;

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

export function registerIntakeRoutes(server: FastifyInstance, context: AppContext): void {
  const on = makeRegistrar(server, context);
  const { reader } = context.database;

  async function found(id: string) {
    const intake = await intakeById(reader, parseId(id) ?? 0);
    if (intake === undefined) throw httpErrors.notFound('There is no such spreadsheet.');
    return intake;
  }
  async function details(id: string) {
    const intake = await found(id);
    const lines = await linesAfter(reader, intake.id, { after: 0, limit: sampleRows });
    return presentDetails(
      intake,
      lines.map(({ cells }) => cells),
      await hasScores(reader, intake.id),
    );
  }

  void server.register(async (uploads) => {
    const on = makeRegistrar(uploads, context);
    await uploads.register(multipart);
    on(calls.uploadIntake, administrator, async ({ resource: viewer, request }) => {
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
        const { readIntakeFile } = await import('./read-intake-file.ts');
        const id = await readIntakeFile(context, {
          bytes: part.file,
          fileName,
          madeBy: viewer.accountId,
        });
        return await details(String(id));
      } catch (error) {
        throw evicted ?? error;
      } finally {
        release();
      }
    });
  });

  on(calls.listIntakes, administrator, async () => (await newestIntakes(reader, newest)).map(presentIntake));
  on(calls.readIntake, administrator, ({ params }) => details(params.id));

  on(calls.listIntakeRows, administrator, async ({ params, query: { state, after = 0 } }) => {
    const intake = await found(params.id);
    return listRows(reader, intake, { state, after });
  });

  on(
    calls.checkIntake,
    administrator,
    async ({ params, body }) => {
      await checkIntake(context, parseId(params.id) ?? 0, body.columns);
      return details(params.id);
    },
    { takesLong: true },
  );

  on(
    calls.mendIntake,
    administrator,
    async ({ params, body }) => {
      await correctRows(context, parseId(params.id) ?? 0, body);
      return details(params.id);
    },
    { takesLong: true },
  );

  on(calls.importIntake, administrator, async ({ resource: viewer, params, body, idempotencyKey }) => {
    const intake = await found(params.id);
    const run = { intakeId: intake.id, actorId: viewer.accountId, changes: body.changes };
    await importIntake(context, run, idempotencyKey);
    return details(params.id);
  });

  registerInvitationRoutes(server, context);
}
