package dev.storagebench.core.doctor;

import java.util.ArrayList;
import java.util.List;

/**
 * Whether the machine runs on battery.
 *
 * @see <a href="https://docs.kernel.org/power/power_supply_class.html">power supplies in sysfs</a>
 */
final class Power {
  private static final String SUBJECT = "power";

  private Power() {}

  static Finding finding(Machine machine) {
    List<String> online = new ArrayList<>();
    boolean discharging = false;
    boolean battery = false;
    for (String supply : machine.entries("sys/class/power_supply", "*")) {
      // A mouse's battery is none of this machine's.
      if (machine.text(supply + "/scope").orElse("System").equals("Device")) {
        continue;
      }
      machine.text(supply + "/online").ifPresent(online::add);
      battery |= machine.text(supply + "/type").orElse("").equals("Battery");
      discharging |= machine.text(supply + "/status").orElse("").equals("Discharging");
    }
    boolean unplugged = battery && !online.isEmpty() && online.stream().allMatch("0"::equals);
    if (discharging || unplugged) {
      return Finding.warn(
          SUBJECT, "on battery: the machine slows itself down to save power", "plug it in");
    }
    return battery || !online.isEmpty()
        ? Finding.ok(SUBJECT, "not on battery")
        : Finding.unknown(SUBJECT);
  }
}
