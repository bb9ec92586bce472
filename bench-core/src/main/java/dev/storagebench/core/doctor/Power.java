package dev.storagebench.core.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Whether the machine runs on battery.
 *
 * @see <a href="https://docs.kernel.org/power/power_supply_class.html">power supplies in sysfs</a>
 */
final class Power {
  private static final String SUBJECT = "power";
  private static final int LOW_PERCENT = 10;

  private Power() {}

  static Finding finding(Machine machine) {
    List<String> online = new ArrayList<>();
    OptionalLong charge = OptionalLong.empty();
    boolean discharging = false;
    boolean battery = false;
    for (String supply : machine.entries("sys/class/power_supply", "*")) {
      // A mouse's battery is none of this machine's.
      if (machine.text(supply + "/scope").orElse("System").equals("Device")) {
        continue;
      }
      machine.text(supply + "/online").ifPresent(online::add);
      if (machine.text(supply + "/type").orElse("").equals("Battery")) {
        battery = true;
        charge = machine.number(supply + "/capacity");
      }
      discharging |= machine.text(supply + "/status").orElse("").equals("Discharging");
    }
    boolean unplugged = battery && !online.isEmpty() && online.stream().allMatch("0"::equals);
    if (discharging || unplugged) {
      return Finding.warn(
          SUBJECT,
          "on battery%s: the machine slows itself down to save power"
              .formatted(charge.isPresent() ? " (%d %%)".formatted(charge.getAsLong()) : ""),
          "plug it in");
    }
    if (charge.isPresent() && charge.getAsLong() < LOW_PERCENT) {
      return Finding.warn(
          SUBJECT,
          "the battery has %d %%: some machines stay slow until it is charged"
              .formatted(charge.getAsLong()),
          "let it charge first");
    }
    return battery || !online.isEmpty()
        ? Finding.ok(SUBJECT, "not on battery")
        : Finding.unknown(SUBJECT);
  }
}
