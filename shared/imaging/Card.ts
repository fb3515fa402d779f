/** Content of a preview picture. */
export interface Card {
  /** Kind of the thing: `Vault`. */
  readonly kind: string
  readonly title: string
  /** At most three. */
  readonly figures: readonly { readonly name: string; readonly value: string }[]
}

/** Draws cards: the entrypoint `Cards` of `token`, which carries the rasterizer. */
export interface CardService {
  /** The card as PNG, 1200 by 630; null if too many others wait. */
  draw(card: Card): Promise<Uint8Array | null>
}
