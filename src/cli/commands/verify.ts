import { Command } from 'commander';
import type { Print } from '../print.ts';
import { verifyReceiptFile } from '../verify-receipt-file.ts';

export function addVerify(add: (command: Command) => void, print: Print): void {
  add(
    new Command('verify')
      .description('Check a receipt, and the file handed in with it, without the portal')
      .argument('<receipt>', 'the .json file of a receipt')
      .argument('[file]', 'the file that was handed in')
      .option('--key <key>', "the academy's public key, as /api/receipts/key gives it")
      .action(async (receipt: string, file: string | undefined, { key }: { key?: string }) => {
        for (const line of await verifyReceiptFile({ receipt, file: file ?? null, key: key ?? null })) {
          print(line);
        }
      }),
  );
}
