import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import type { FoundKind } from '../../state/palette-search.ts';
import { Keys } from '../../ui/keys.tsx';
import type { PaletteGroup, PaletteItem } from './palette-item.ts';

const useStyles = makeStyles({
  list: { overflowY: 'auto', padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}` },
  title: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS} ${tokens.spacingVerticalXXS}`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    fontSize: tokens.fontSizeBase300,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '-2px',
  },
  refused: { color: tokens.colorNeutralForegroundDisabled, cursor: 'default' },
  label: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  detail: {
    flexGrow: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  failed: { margin: 0, padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
});

interface PaletteListProps {
  id: string;
  groups: readonly PaletteGroup[];
  activeIndex: number;
  failed: readonly FoundKind[];
  /** Name of a future or an option that is not there; empty otherwise. */
  missing: string;
  onChoose: (item: PaletteItem) => void;
}

/** The choices in their groups; the one that Enter takes is in view. */
export const PaletteList = ({ id, groups, activeIndex, failed, missing, onChoose }: PaletteListProps) => {
  const styles = useStyles();
  const list = useRef<HTMLDivElement>(null);
  const active = `${id}-${activeIndex}`;
  useEffect(() => {
    if (activeIndex === 0) list.current?.scrollTo({ top: 0 });
    else document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active, activeIndex]);
  const starts = groups.map((_, index) =>
    groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0),
  );
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={t('Choices')} className={styles.list}>
        {groups.map(({ title, items }, group) => (
          <div key={title} role="group" aria-labelledby={`${id}-group-${group}`}>
            <div id={`${id}-group-${group}`} role="presentation" className={styles.title}>
              {title}
            </div>
            {items.map((item, index) => {
              const place = (starts[group] ?? 0) + index;
              return (
                <div
                  key={item.key}
                  id={`${id}-${place}`}
                  role="option"
                  aria-selected={place === activeIndex}
                  aria-disabled={item.refusal !== null}
                  className={mergeClasses(
                    styles.option,
                    place === activeIndex && styles.active,
                    item.refusal !== null && item.refusal !== item.label && styles.refused,
                  )}
                  // The focus stays in the field.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onChoose(item)}
                >
                  <span className={styles.label}>{item.label}</span>
                  {item.refusal !== item.label && (
                    <span className={styles.detail}>{item.refusal ?? item.detail}</span>
                  )}
                  {item.keys && <Keys text={item.keys} />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {missing !== '' && (
        <p role="status" className={styles.failed}>
          {t('No future or option fits “{{text}}”. It may have expired, or was never listed.', {
            text: missing,
          })}
        </p>
      )}
      {failed.length > 0 && (
        <p className={styles.failed}>{t('Strategies and instruments could not be looked for. Try again.')}</p>
      )}
    </>
  );
};
