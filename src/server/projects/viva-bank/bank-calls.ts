import { changeVivaBank, readVivaBank } from '#contract/projects/viva-bank-calls';
import { act, read } from '../../accounts/sessions/act.ts';
import type { Reader } from '../../platform/database/database.ts';
import { ownProject, type OwnProject } from '../policy.ts';
import { lockProject } from '../queries.ts';
import { bankOf, writeBank } from './bank.ts';

const present = async (reader: Reader, { project }: OwnProject) => ({
  project,
  ...(await bankOf(reader, project.id)),
});

export const vivaBankCalls = [
  read(readVivaBank, {
    who: ownProject,
    run: ({ context, resource }) => present(context.database.reader, resource),
  }),

  act(changeVivaBank, {
    who: ownProject,
    changes: {
      async stored(writer, { resource: { project } }) {
        await lockProject(writer, project.id);
        return bankOf(writer, project.id);
      },
      message: 'These questions were changed in the meantime. Your version is not saved yet.',
      current: (writer, { resource }) => present(writer, resource),
    },
    async run(writer, { resource: { project }, viewer, body, stored, now }) {
      const { began: _, ...after } = body;
      const by = { actorId: viewer.accountId, at: now };
      await writeBank(writer, project.id, { before: stored, after }, by);
      return { id: viewer.accountId };
    },
    answer: (reader, { resource }) => present(reader, resource),
  }),
];
