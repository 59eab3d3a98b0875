import { Button } from '../../ui/button.tsx';

/** Filters the questions by favorites; pressed while it does. */
export function FavoritesFilter({ isOn, onToggle }: { isOn: boolean; onToggle: (next: boolean) => void }) {
  return (
    <Button variant="choice" small aria-pressed={isOn} onClick={() => onToggle(!isOn)}>
      Only my favorites
    </Button>
  );
}
