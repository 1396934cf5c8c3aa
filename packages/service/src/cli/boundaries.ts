import { Command, Option } from "commander";
import type { AddOptions } from "./boundary-files.js";

/** Boundary files that the operator adds, to find the places of an address. */
export function boundariesCommand(): Command {
  const command = new Command("boundaries").description(
    "boundary files of counties, cities, townships, and school districts: add, list",
  );
  command
    .command("add")
    .description("read a file and keep what the service needs of it in DATA_DIR/boundaries")
    .argument("<file>", "a zipped Shapefile, such as tl_2025_26_place.zip of the Census Bureau, or GeoJSON")
    .addOption(
      new Option("--kind <kind>", "what a file of another source contains").choices([
        "COUNTY",
        "CITY",
        "TOWNSHIP",
        "SCHOOL_DISTRICT",
        "SPECIAL_DISTRICT",
      ]),
    )
    .option("--code <property>", "property with the code of a place; requires --kind")
    .option("--name <property>", "property with the name of a place; requires --kind")
    .action(async (file: string, options: AddOptions) =>
      (await import("./boundary-files.js")).addBoundaries(file, options),
    );
  command
    .command("list")
    .description("list the files, with their numbers of places")
    .action(async () => (await import("./boundary-files.js")).listBoundaries());
  return command;
}
