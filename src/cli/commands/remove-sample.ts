import { Command } from 'commander';
import { messages } from '#contract/messages';
import { removeSample } from '#server/catalogue/sample/remove-sample';
import type { Print } from '../print.ts';
import { withContext } from '../with-context.ts';

export function addRemoveSample(add: (command: Command) => void, print: Print): void {
  add(
    new Command('remove-sample')
      .description(
        'Remove the sample catalogue that the first start has loaded, as long as nobody lives in it',
      )
      .action(async () => {
        await withContext((context) => removeSample(context, null));
        print(messages.sampleRemoved);
      }),
  );
}
