/** The part of pngjs that tests use; the package has no types. */
declare module "pngjs" {
  export interface PNG {
    readonly width: number;
    readonly height: number;
    /** Four bytes per pixel. */
    readonly data: Buffer;
  }
  export const PNG: { readonly sync: { read(bytes: Buffer): PNG } };
}
