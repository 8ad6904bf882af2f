/** An attribute of the frame of the signed in: browsers see by it that they need the frame. Its value says whether it answers to clicks and keys. */
export const SIGNED_IN_ATTRIBUTE = "data-signed-in";
