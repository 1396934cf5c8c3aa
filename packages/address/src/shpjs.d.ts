declare module "shpjs" {
  interface Layer {
    readonly shp: Uint8Array;
    readonly dbf: Uint8Array;
    readonly cpg?: Uint8Array | undefined;
    readonly prj?: Uint8Array | undefined;
  }
  /** GeoJSON of one Shapefile. */
  export default function read(layer: Layer): Promise<unknown>;
}
