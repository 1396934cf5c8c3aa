declare module "shpjs" {
  /** GeoJSON of each Shapefile in a zip file. */
  export default function read(zip: Uint8Array): Promise<unknown>;
}
