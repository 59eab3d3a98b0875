import { render, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useEarlyClicks } from './clicks.ts';

type Shown = { name: string; pressed?: boolean; mark: string };

function Page({ buttons, onPress }: { buttons: readonly Shown[]; onPress: (name: string) => void }) {
  useEarlyClicks();
  return buttons.map(({ name, pressed, mark }) => (
    <button
      key={name}
      type="button"
      aria-pressed={pressed}
      data-pressed-early={mark}
      onClick={() => onPress(name)}
    >
      {name}
    </button>
  ));
}

it('presses what was pressed before the script came, but no toggle that shows by now what was wanted', async () => {
  const onPress = vi.fn<(name: string) => void>();
  render(
    <Page
      onPress={onPress}
      buttons={[
        { name: 'Favorite that became one meanwhile', pressed: true, mark: 'false' },
        { name: 'Favorite', pressed: false, mark: 'false' },
        { name: 'Show older questions', mark: '' },
      ]}
    />,
  );
  await waitFor(() => expect(onPress.mock.calls).toEqual([['Favorite'], ['Show older questions']]));
  for (const button of screen.getAllByRole('button')) expect(button.dataset['pressedEarly']).toBeUndefined();
});
