import type { Context } from '../../shared/http/handler.ts'
import { readFamilyHealth } from '../../shared/deployment/readFamilyHealth.ts'
import type { StatusContext } from './getStatus.ts'
import { keep } from './keep.ts'
import { readBoard, readSamples } from '../../shared/deployment/readBoard.ts'

/** How long what the board shows is kept, and what families say of providers; one that did not answer is asked again. */
const BOARD_MS = 1000
const FAMILIES_MS = 60_000
/** A sample is of five minutes. */
const SAMPLES_MS = 30_000

export const createStatusContext = (common: Context, env: Readonly<Record<string, unknown>>): StatusContext => ({
  ...common,
  board: keep(
    () => readBoard(env),
    () => BOARD_MS,
  ),
  samples: keep(
    () => readSamples(env),
    (samples) => (samples ? SAMPLES_MS : BOARD_MS),
  ),
  families: keep(
    () => readFamilyHealth(env, '?providers'),
    (all) => (all.every(({ health }) => health) ? FAMILIES_MS : BOARD_MS),
  ),
})
