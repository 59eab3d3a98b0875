import { useId, useState, type ComponentProps } from 'react';
import { appearanceLimits } from '#contract/catalogue/appearance';
import { TextField } from '../../ui/field.tsx';

/** With the browser's own list, which the server's may differ from. */
export function ZoneField(field: ComponentProps<typeof TextField>) {
  const list = useId();
  const [zones, setZones] = useState<readonly string[]>([]);
  return (
    <>
      <TextField
        {...field}
        list={list}
        onFocus={() => setZones(Intl.supportedValuesOf?.('timeZone') ?? [])}
        maxLength={appearanceLimits.zone}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  );
}
