#!/usr/bin/env tclsh
# Stand-ins for vendors' tools. Each knows the commands that a script may use, and no others: Tcl
# itself refuses the rest. What must be true of a project is checked when it is run, and then the
# reports of the test are left where the tool would leave them.

set program [file tail $argv0]
set mode $env(STAND_IN_MODE)
set given $env(STAND_IN_REPORTS)
set sources {}
set constraints {}
set state stand_in.state

proc refuse {text} { puts "ERROR: $text"; exit 1 }

proc need {condition text} { if {![uplevel 1 [list expr $condition]]} { refuse $text } }

proc source_file {name} {
  need {[file isfile $name]} "no file $name"
  lappend ::sources $name
}

proc constraint_file {name} {
  need {[file isfile $name]} "no file $name"
  lappend ::constraints $name
}

# What a constraint file says: it is Tcl as well, but for LPF.
proc create_clock {args} {
  need {[lindex $args 0] eq "-name" && [lindex $args 2] eq "-period"} "create_clock $args"
  set ::clock [list [lindex $args 3] [lindex $args 4]]
}
proc get_ports {name} { return $name }

proc read_constraints {} {
  need {[llength $::constraints] == 1} "constraints: $::constraints"
  set name [lindex $::constraints 0]
  if {[file extension $name] eq ".lpf"} {
    set text [read [open $name]]
    need {[regexp {FREQUENCY PORT "(\S+)" (\S+) MHZ;} $text all port mhz]} "no clock in $name"
    set ::clock [list [expr {1000.0 / $mhz}] $port]
  } else {
    source $name
  }
  need {abs([lindex $::clock 0] - 2.5) < 1e-9} "the period is [lindex $::clock 0]"
  need {[lindex $::clock 1] eq "clk_i"} "the clock is [lindex $::clock 1]"
}

# The project is whole: the harness last, the core's top before it, every source there once.
proc whole {top part} {
  need {$top eq "harness"} "the top is $top"
  need {[lindex $::sources end] eq "harness.sv"} "the last source is [lindex $::sources end]"
  need {[lindex $::sources end-1] eq "aesculus_point.sv"} "no top of the core before the harness"
  need {[lsort -unique $::sources] eq [lsort $::sources]} "a source comes twice"
  set text [read [open harness.sv]]
  need {[regexp {aesculus_point u_core \(} $text]} "no core in the harness"
  need {[regexp -all {syn_preserve = 1} $text] == 3} "registers of the harness may melt away"
  read_constraints
  puts "told: part $part, [llength $::sources] sources"
  if {$::mode eq "refuse"} { refuse "syntax error near u_core" }
  if {$::mode eq "licence"} {
    refuse "A valid license was not found for feature 'Synthesis' and/or device '$part'."
  }
  if {$::mode eq "mute"} { puts "ERROR: the design does not fit"; exit 0 }
  if {$::mode eq "nothing"} { exit 0 }
  if {$::mode eq "sleep"} { after 60000 }
}

proc leave {number name} {
  file mkdir [file dirname $name]
  file copy -force $::given/$number $name
}

switch $program {
  vivado {
    array set set_to {}
    proc current_project {} { return project }
    proc current_fileset {} { return fileset }
    proc get_filesets {name} { return $name }
    proc get_runs {name} { return $name }
    proc get_sites {args} { return {BUFGCTRL_X0Y0 BUFGCTRL_X0Y1} }
    proc create_project {name args} {}
    proc read_verilog {args} { source_file [lindex $args end] }
    proc read_xdc {name} { constraint_file $name }
    proc set_property {args} {
      if {[lindex $args 0] eq "-name"} {
        set args [list [lindex $args 1] [lindex $args 3] [lindex $args 5]]
      }
      set ::set_to([lindex $args 2],[lindex $args 0]) [lindex $args 1]
    }
    proc get_property {name run} {
      if {$name eq "PROGRESS"} { return [expr {$::mode eq "half" ? "40%" : "100%"}] }
      return "$run error"
    }
    proc launch_runs {run args} {
      global set_to
      if {$run eq "synth_1"} {
        set more $set_to(synth_1,STEPS.SYNTH_DESIGN.ARGS.MORE\ OPTIONS)
        need {$more eq "-mode out_of_context"} "synthesis in context"
        whole $set_to(fileset,top) $set_to(project,part)
      } else {
        need {$args eq "-to_step route_design"} "launch_runs $run $args"
        source $set_to(impl_1,STEPS.OPT_DESIGN.TCL.PRE)
        need {$set_to(clk_i,HD.CLK_SRC) eq "BUFGCTRL_X0Y0"} "no place for the clock's buffer"
      }
    }
    proc wait_on_run {run} {}
    proc open_run {run} { set ::opened $run }
    proc report_utilization {args} {
      need {$::opened eq "impl_1"} "nothing is routed"
      leave [expr {"-hierarchical" in $args}] [lindex $args end]
    }
    proc report_timing_summary {args} { leave 2 [lindex $args end] }
    if {$argv eq "-version"} { puts "Vivado v2023.2 (64-bit)\nSW Build 4029153"; exit }
    need {[lrange $argv 0 1] eq "-mode batch"} "not in batch: $argv"
    need {[lindex $argv 4] eq "-source"} "no option [lindex $argv 4]"
    foreach script [lrange $argv 5 end] { source $script }
  }
  quartus_sh {
    if {$argv eq "--version"} {
      puts "Quartus Prime Shell\nVersion 22.1std.0 Build 915 10/25/2022 SC Lite Edition"
      exit
    }
    array set set_to {}
    set pins {}
    proc project_new {name args} {}
    proc set_global_assignment {dash name value} {
      switch $name {
        SYSTEMVERILOG_FILE { source_file $value }
        SDC_FILE { constraint_file $value }
        default { set ::set_to($name) $value }
      }
    }
    proc set_instance_assignment {dash name on to pin} {
      need {"$name $on" eq "VIRTUAL_PIN ON"} "set_instance_assignment $name $on"
      lappend ::pins $pin
    }
    need {[lindex $argv 0] eq "-t"} "no script: $argv"
    source [lindex $argv 1]
    need {[lsort $pins] eq "rst_ni shift_i shift_o"} "pins that need a place: $pins"
    need {$set_to(SEED) > 0} "no seed"
    puts "told: family $set_to(FAMILY), seed $set_to(SEED)"
    whole $set_to(TOP_LEVEL_ENTITY) $set_to(DEVICE)
    set out [open $state w]; puts $out $set_to(PROJECT_OUTPUT_DIRECTORY); close $out
  }
  quartus_map - quartus_fit - quartus_sta {
    need {$argv eq "aesculus" && [file isfile $state]} "no project $argv"
    set done [string trim [read [open $state]]]
    set folder [lindex $done 0]
    if {$program eq "quartus_fit"} {
      need {[lindex $done end] eq "quartus_map"} "nothing is synthesised"
      leave 0 $folder/aesculus.fit.rpt
    }
    if {$program eq "quartus_sta"} {
      need {[lindex $done end] eq "quartus_fit"} "nothing is fitted"
      leave 1 $folder/aesculus.sta.rpt
    }
    set out [open $state w]; puts $out "$done $program"; close $out
  }
  radiantc {
    proc prj_create {args} { set ::part [lindex $args end] }
    proc prj_set_impl_opt {name value} { set ::$name $value }
    proc prj_add_source {name work library} {
      if {[file extension $name] eq ".sdc"} { constraint_file $name } else { source_file $name }
    }
    proc prj_save {} {
      set out [open aesculus.rdf w]
      puts $out [list $::top $::part $::sources $::constraints]
      close $out
    }
    proc prj_open {name} { lassign [read [open $name]] ::top ::part ::sources ::constraints }
    proc prj_run {step args} {
      if {$step eq "Synthesis"} { whole $::top $::part }
      if {$step eq "Map"} { leave 0 impl/aesculus_impl.mrp }
      if {$step eq "PAR"} { leave 1 impl/aesculus_impl.twr }
    }
    proc prj_close {} {}
    source [lindex $argv 0]
  }
  diamondc {
    proc prj_project {verb args} {
      switch $verb {
        new {
          set ::part [dict get $args -dev]
          constraint_file [dict get $args -lpf]
        }
        save {
          set out [open aesculus.ldf w]
          puts $out [list $::top $::part $::sources $::constraints]
          close $out
        }
        open { lassign [read [open [lindex $args 0]]] ::top ::part ::sources ::constraints }
        close {}
        default { refuse "prj_project $verb" }
      }
    }
    proc prj_impl {option name value} { set ::$name $value }
    proc prj_src {add format language name} {
      need {"$add $language" eq "add Verilog"} "prj_src $add $language"
      source_file $name
    }
    proc prj_run {step args} {
      if {$step eq "Synthesis"} { whole $::top $::part }
      if {$step eq "Map"} { leave 0 impl1/aesculus_impl1.mrp }
      if {$step eq "PAR"} {
        need {$args eq "-task PARTrace"} "no report of timing: prj_run PAR $args"
        leave 1 impl1/aesculus_impl1.twr
      }
    }
    source [lindex $argv 0]
  }
  gw_sh {
    array set set_to {-gen_text_timing_rpt 0}
    proc set_device {part args} { set ::part $part }
    proc add_file {type kind name} {
      switch $kind {
        verilog { source_file $name }
        sdc { constraint_file $name }
        default { refuse "add_file $kind" }
      }
    }
    proc set_option {name value} { set ::set_to($name) $value }
    proc run {step} {
      if {$step eq "syn"} {
        need {$::set_to(-verilog_std) eq "sysv2017"} "no SystemVerilog"
        whole $::set_to(-top_module) $::part
      } else {
        leave 0 impl/pnr/project.rpt.txt
        need {$::set_to(-gen_text_timing_rpt)} "no report of timing as text"
        leave 1 impl/pnr/project.tr
      }
    }
    source [lindex $argv 0]
  }
  default { refuse "no stand-in for $program" }
}
