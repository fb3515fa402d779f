/** Projects of artwork, their images and jobs. */
export const image = {}
