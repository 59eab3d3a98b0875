import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as calls from '#contract/people/intake-calls';
import type { AppContext } from '../../platform/context.ts';
import { httpErrors, type HttpError } from '../../platform/http/http-errors.ts';
import { parseId } from '../../platform/parse-id.ts';
import type { ConfirmHolder } from '../../accounts/sign-up/email-confirmations.ts';
import { administrator } from '../../accounts/policy.ts';
import { registerEndpoint } from '../../accounts/sessions/register-endpoint.ts';
import { cleanFileName } from '../../platform/files/file-name.ts';
import { acquireUploadSlot } from '../../platform/http/limits/upload-slot.ts';
import { checkIntake } from './check-intake.ts';
import { importIntake } from './import-intake.ts';
import { registerInvitationRoutes } from '../invitations/invitation-routes.ts';
import { listRows } from './list-rows.ts';
import { mendRows } from './mend-rows.ts';
import { presentDetails, presentIntake } from './presenter.ts';
import { hasScores, intakeById, linesAfter, newestIntakes } from './queries.ts';

const newest = 20;
const sampleRows = 5;

/** The first file of a form. @throws 400 without one */
async function fileOf(request: FastifyRequest) {
  const limits = { files: 1, fields: 5, parts: 8, fieldSize: 1_000, fileSize: Infinity, headerPairs: 50 };
  try {
    const part = await request.file({ limits, throwFileSizeLimit: false });
    if (part !== undefined && part.filename !== '') return part;
  } catch (cause) {
    throw Object.assign(httpErrors.badRequest('The form could not be read. Please try again.'), { cause });
  }
  throw httpErrors.badRequest('Please pick a spreadsheet: CSV or XLSX.');
}

export function registerIntakeRoutes(
  server: FastifyInstance,
  context: AppContext,
  confirmHolder: ConfirmHolder,
): void {
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
    await uploads.register(multipart);
    registerEndpoint(uploads, context, calls.uploadIntake, {
      authorize: administrator,
      async handle({ resource: viewer, request }) {
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
          return { status: 201, body: await details(String(id)) };
        } catch (error) {
          throw evicted ?? error;
        } finally {
          release();
        }
      },
    });
  });

  registerEndpoint(server, context, calls.listIntakes, {
    authorize: administrator,
    async handle() {
      return { status: 200, body: (await newestIntakes(reader, newest)).map(presentIntake) };
    },
  });

  registerEndpoint(server, context, calls.readIntake, {
    authorize: administrator,
    async handle({ params }) {
      return { status: 200, body: await details(params.id) };
    },
  });

  registerEndpoint(server, context, calls.listIntakeRows, {
    authorize: administrator,
    async handle({ params, query: { state, after = 0 } }) {
      const intake = await found(params.id);
      return { status: 200, body: await listRows(reader, intake, { state, after }) };
    },
  });

  registerEndpoint(server, context, calls.checkIntake, {
    authorize: administrator,
    takesLong: true,
    async handle({ params, body }) {
      await checkIntake(context, parseId(params.id) ?? 0, body.columns);
      return { status: 200, body: await details(params.id) };
    },
  });

  registerEndpoint(server, context, calls.mendIntake, {
    authorize: administrator,
    takesLong: true,
    async handle({ params, body }) {
      await mendRows(context, parseId(params.id) ?? 0, body);
      return { status: 200, body: await details(params.id) };
    },
  });

  registerEndpoint(server, context, calls.importIntake, {
    authorize: administrator,
    async handle({ resource: viewer, params, body, idempotencyKey }) {
      const intake = await found(params.id);
      const run = { intakeId: intake.id, actorId: viewer.accountId, changes: body.changes };
      await importIntake(context, run, idempotencyKey);
      return { status: 200, body: await details(params.id) };
    },
  });

  registerInvitationRoutes(server, context, confirmHolder);
}
