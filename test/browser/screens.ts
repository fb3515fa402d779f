import { soak } from '../support/soak.ts'

const ALL = [360, 768, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

/** Widths and palettes that pages are looked at in: narrow in the light and wide in the dark, every pair of them in a soak. */
export const SCREENS = soak(0, 1) === 1 ? ALL : [...ALL.slice(0, 1), ...ALL.slice(-1)]
