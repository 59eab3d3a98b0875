import { Command } from 'commander';
import { restoreQuestion } from '#server/forum/posts/restore-question';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

export function addRestoreQuestion(add: (command: Command) => void, print: Print): void {
  add(
    new Command('restore-question')
      .description('Bring a deleted question back, with its comments')
      .argument('<id>')
      .action(async (id: string) => {
        await withContext((context) => restoreQuestion(context, id));
        print(`Question ${id} is back.`);
      }),
  );
}
