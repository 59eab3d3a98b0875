import { Command } from 'commander';
import { rotateReceiptKey } from '#server/submissions/receipts/receipt-key';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

export function addRotateReceiptKey(add: (command: Command) => void, print: Print): void {
  add(
    new Command('rotate-receipt-key')
      .description('Sign receipts with a new key from now on; those signed before stay genuine for ever')
      .action(async () => {
        await withContext(async (context) => {
          const { before, after } = await rotateReceiptKey(context);
          const sealed = context.secrets.keys === null ? 'not sealed: SECRET_KEY is not set' : 'sealed';
          print(`Receipts are signed with ${after} from now on (${sealed}).`);
          if (before !== null)
            print(`Those signed with ${before} stay genuine; nobody can sign with it any more.`);
        });
      }),
  );
}
