import * as z from 'zod'
import { about } from './declare.ts'

/** The Worker of a family, for those that ask it within the deployment; absent where it does not run. */
export const familyService = z
  .custom<Fetcher>((value) => typeof value === 'object' && value !== null)
  .optional()
  .register(about, { kind: 'service', meaning: 'Worker of the family, under its name in upper case' })
