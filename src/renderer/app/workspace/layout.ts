import * as z from 'zod/mini';
import { t } from '../../i18n/translate.ts';
import { LINK_COLOURS } from '../../state/links.ts';
import { isPaneRoute } from './pane-routes.ts';

// The page's policy forbids eval, which the validator would otherwise try.
z.config({ jitless: true });

/** Most panes of a layout: more would be unreadable, and a file by hand could name thousands. */
export const MOST_PANES = 40;
const MOST_LEVELS = 12;
/** Longest name of a layout, characters. */
export const LONGEST_NAME = 60;
const LONGEST_ROUTE = 2_000;
/** Far above any screen, and nothing that a sum could not hold. */
const LARGEST_SHARE = 1e9;
/** Deepest that what stands in a file is read: more than any layout has. */
const MOST_DEPTH = 10 * MOST_LEVELS;

const PaneSchema = z.object({
  route: z.string().check(z.maxLength(LONGEST_ROUTE)),
  link: z._default(z.nullable(z.enum(LINK_COLOURS)), null),
});

const TabsSchema = z.object({
  tabs: z.array(PaneSchema).check(z.minLength(1)),
  /** Index of the tab in front. */
  front: z._default(z.int().check(z.nonnegative()), 0),
});

/** Shares of the room, in the order of the parts; any unit. */
const SharesSchema = z.array(z.number().check(z.positive(), z.lte(LARGEST_SHARE)));

const PartSchema: z.ZodMiniType<Part> = z.lazy(() =>
  z.union([
    TabsSchema,
    z.object({
      split: z.enum(['row', 'column']),
      shares: SharesSchema,
      parts: z.array(PartSchema).check(z.minLength(1)),
    }),
  ]),
);

const size = z.number().check(z.positive());

const FloatingSchema = z.object({
  ...TabsSchema.shape,
  /** Its top left corner in the workspace, and its size, px. */
  place: z.object({ left: z.number(), top: z.number(), width: size, height: size }),
});

const LayoutSchema = z.object({
  root: z.nullable(PartSchema),
  floating: z._default(z.array(FloatingSchema), []),
});

/** A screen in a layout. By the colour of its link it follows a symbol. */
export type PaneSpec = z.infer<typeof PaneSchema>;
export type Tabs = z.infer<typeof TabsSchema>;
export type Floating = z.infer<typeof FloatingSchema>;
/** Parts beside or below each other, or panes as tabs. */
export type Part = Tabs | { split: 'row' | 'column'; shares: readonly number[]; parts: readonly Part[] };

/** Panes of a workspace and where they stand; without a root it is empty. */
export interface Layout {
  readonly root: Part | null;
  readonly floating: readonly Floating[];
}

/** Panes of a part, in reading order. */
const panesIn = (part: Part): readonly PaneSpec[] =>
  'tabs' in part ? part.tabs : part.parts.flatMap(panesIn);

/** Panes of a layout, the floating ones last. */
export const panesOf = ({ root, floating }: Layout): readonly PaneSpec[] => [
  ...(root ? panesIn(root) : []),
  ...floating.flatMap(({ tabs }) => tabs),
];

/** Largest difference of a share that is no change: rounding. */
const SHARE_TOLERANCE = 0.01;

const isSameTabs = (a: Tabs, b: Tabs): boolean =>
  a.tabs.length === b.tabs.length && a.tabs.every(({ link }, index) => link === b.tabs[index]?.link);

const sharesIn = ({ shares }: Exclude<Part, Tabs>): readonly number[] => {
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return shares.map((share) => share / whole);
};

const isSamePart = (a: Part, b: Part): boolean => {
  if ('tabs' in a || 'tabs' in b) return 'tabs' in a && 'tabs' in b && isSameTabs(a, b);
  if (a.split !== b.split || a.parts.length !== b.parts.length) return false;
  const shares = sharesIn(b);
  return (
    sharesIn(a).every((share, index) => Math.abs(share - (shares[index] ?? 0)) <= SHARE_TOLERANCE) &&
    a.parts.every((part, index) => isSamePart(part, b.parts[index] ?? { tabs: [], front: 0 }))
  );
};

/** Whether two layouts have their panes in the same places. Tabs in front and addresses may differ. */
export const isSamePlaces = (a: Layout, b: Layout): boolean =>
  (a.root === null || b.root === null ? a.root === b.root : isSamePart(a.root, b.root)) &&
  a.floating.length === b.floating.length &&
  a.floating.every(({ place, ...tabs }, index) => {
    const other = b.floating[index];
    return (
      other !== undefined && isSameTabs(tabs, other) && JSON.stringify(place) === JSON.stringify(other.place)
    );
  });

const withSharesOfPart = (part: Part, other: Part): Part =>
  'tabs' in part || 'tabs' in other
    ? part
    : {
        ...part,
        shares: other.shares,
        parts: part.parts.map((one, index) => withSharesOfPart(one, other.parts[index] ?? one)),
      };

/**
 * A layout with the shares of another that has the same places. A window of another size rounds each to a pixel, and
 * kept as rounded they would move with every window that shows them.
 */
export const withSharesOf = (layout: Layout, other: Layout): Layout =>
  layout.root === null || other.root === null
    ? layout
    : { ...layout, root: withSharesOfPart(layout.root, other.root) };

const levelsOf = (part: Part): number => ('tabs' in part ? 1 : 1 + Math.max(...part.parts.map(levelsOf)));

const isWhole = (part: Part): boolean =>
  'tabs' in part
    ? part.front < part.tabs.length
    : part.shares.length === part.parts.length && part.parts.every(isWhole);

/** Whether values stand deeper inside each other than can be read. Without a call for each level. */
const isTooDeep = (written: unknown): boolean => {
  let level: readonly unknown[] = [written];
  for (let depth = 0; depth <= MOST_DEPTH; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
};

const tooManyLevels = (): string =>
  t('Parts of a layout stand at most {{most}} levels inside each other.', { most: MOST_LEVELS });

/** Layout that somebody wrote, or a sentence that says why not. */
export const readLayout = (written: unknown): Layout | string => {
  if (isTooDeep(written)) return tooManyLevels();
  const parsed = z.safeParse(LayoutSchema, written);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    const where = problem?.path.join('.') ?? '';
    return where === ''
      ? t('This is not a layout of TrickDesk.')
      : t('This is not a layout of TrickDesk: “{{where}}” cannot be read.', { where });
  }
  const layout: Layout = parsed.data;
  const panes = panesOf(layout);
  if (panes.length > MOST_PANES)
    return t('A layout has at most {{most}} panes; this one has {{panes}}.', {
      most: MOST_PANES,
      panes: panes.length,
    });
  const unknown = panes.find(({ route }) => !isPaneRoute(route));
  if (unknown) return t('No screen has the address “{{route}}”.', { route: unknown.route });
  const tops: readonly Part[] = [...(layout.root ? [layout.root] : []), ...layout.floating];
  if (tops.some((part) => levelsOf(part) > MOST_LEVELS)) return tooManyLevels();
  if (!tops.every(isWhole))
    return t('In this layout a part has another number of shares than of parts, or no such tab in front.');
  return layout;
};

/** First word of a file, by which it is known. */
const KIND = 'trickdesk-layout';

const FileSchema = z.object({
  kind: z.literal(KIND),
  version: z.literal(1),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(LONGEST_NAME)),
  layout: z.unknown(),
});

/** Text of a file with a layout. */
export const layoutFile = (name: string, layout: Layout): string =>
  `${JSON.stringify({ kind: KIND, version: 1, name, layout }, null, 2)}\n`;

/** Layout in the text of a file, with its name; or a sentence that says why not. */
export const readLayoutFile = (text: string): { name: string; layout: Layout } | string => {
  let written: unknown;
  try {
    written = JSON.parse(text);
  } catch {
    return t('This file is not a layout of TrickDesk: it is no JSON.');
  }
  const file = z.safeParse(FileSchema, written);
  if (!file.success) return t('This file is not a layout of TrickDesk, or of a later version.');
  const layout = readLayout(file.data.layout);
  return typeof layout === 'string' ? layout : { name: file.data.name, layout };
};
