import entities from './knownEntities.json' with { type: 'json' }

export interface KnownEntity {
  readonly name: string
  readonly category: string
  /** Chains on which it is there; everywhere for accounts with a key, and contracts at the same address on all chains. */
  readonly chainIds?: readonly number[]
  /** EIP-55. */
  readonly addresses: readonly string[]
}

/**
 * Entities that funds often come from, or go to: labels without a provider. A label of this list is a hint, and
 * says so by its source (`built-in`): the addresses were not checked one by one with their operators. A wrong label is worse
 * than no label: remove one that is in doubt.
 */
export const KNOWN_ENTITIES: readonly KnownEntity[] = entities
